/** How many rows a page of a list has. */
export const PAGE_SIZE = 20
