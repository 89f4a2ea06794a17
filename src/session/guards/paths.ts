/** Named routes used for redirects (specification, section 2). */
export const CHAT_PATH = '/chat'
export const LOGIN_PATH = '/auth/login'
export const ERROR_PATH = '/error'
