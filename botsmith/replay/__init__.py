"""Shows records of matches as pages: `page.html` shows the shapes that the contests' painters
draw.
"""
