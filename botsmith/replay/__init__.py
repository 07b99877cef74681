"""Records as pages: `page.html` shows what the painters of the contests draw."""
