/** The scroll restoration of the router calls it, and jsdom, which has no layout, prints a message each time. */
window.scrollTo = () => undefined
