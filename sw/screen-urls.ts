/** Paths that are not screens: the API, pictures of people, the server's own pages, and anything with a file ending. */
export const notScreens = [/^\/(?:api|media)\//, /^\/(?:healthz|readyz|metrics)$/, /\/[^/?]+\.[^/?]+$/]

/** These have a page of their own, which brings the chat's code along (scripts/build/page-preloads.ts). */
export const chatScreens = /^\/chat(?:$|[/?])/

export const isScreen = (url: string): boolean => !notScreens.some((path) => path.test(new URL(url).pathname))

export const isChatOf = (url: string, chatId: string): boolean => new URL(url).pathname.split('/').includes(chatId)
