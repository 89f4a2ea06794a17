/** Paths that are not screens: the API, profile photos, the server's own pages, and anything with a file extension. */
export const notScreens = [/^\/(?:api|media)\//, /^\/(?:healthz|readyz|metrics)$/, /\/[^/?]+\.[^/?]+$/]

/** These screens have their own HTML page, which preloads the chat's code (scripts/build/page-preloads.ts). */
export const chatScreens = /^\/chat(?:$|[/?])/

export const isScreen = (url: string): boolean => !notScreens.some((path) => path.test(new URL(url).pathname))

export const isChatOf = (url: string, chatId: string): boolean => new URL(url).pathname.split('/').includes(chatId)
