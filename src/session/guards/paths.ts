export const CHAT_PATH = '/chat'
export const LOGIN_PATH = '/auth/login'
export const ERROR_PATH = '/error'
