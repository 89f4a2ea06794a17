/** The newsletter's pages, which the server renders. A query may follow: NavigationRoute matches path and query. */
export const newsletterPages = /^\/newsletter(?:$|[/?])/

/** Terms, privacy policy and imprint, which the server makes too. */
export const legalPages = /^\/legal\//

/** Paths that are not screens: the API, photos, shared chats, the server's own pages, and names of files. */
export const notScreens = [
  newsletterPages,
  legalPages,
  /^\/(?:api|media|share)\//,
  /^\/(?:healthz|readyz|metrics)$/,
  /\/[^/?]+\.[^/?]+$/,
]

/** These screens have their own HTML page, which preloads the chat's code (scripts/build/page-preloads.ts). */
export const chatScreens = /^\/chat(?:$|[/?])/

/** The pages whose HTML contains their content (scripts/build/page-preloads.ts), with or without a query. */
export const visitorPages = [
  ['/start.html', /^\/(?:$|[?])/],
  ['/auth/login.html', /^\/auth\/login(?:$|[?])/],
  ['/auth/register.html', /^\/auth\/register(?:$|[?])/],
] as const

export const isScreen = (url: string): boolean => !notScreens.some((path) => path.test(new URL(url).pathname))

export const isChatOf = (url: string, chatId: string): boolean => new URL(url).pathname.split('/').includes(chatId)
