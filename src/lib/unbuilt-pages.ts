/** Addresses that answer with the plain "not built yet" page; each later issue takes its own away. */
export const unbuiltPages = ['/account/subscriptions/history', '/admin-panel', '/admin-panel/users/$id'] as const
export type UnbuiltPage = (typeof unbuiltPages)[number]
