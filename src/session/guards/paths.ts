export const CHAT_PATH = '/chat'
export const LOGIN_PATH = '/auth/login'
export const ERROR_PATH = '/error'
/** The page that offers the free trial; a registration that leads there starts it. */
export const FREE_TRIAL_PATH = '/subscriptions/free-trial/subscribe'
