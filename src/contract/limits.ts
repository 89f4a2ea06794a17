/** Lengths in characters (UTF-16 units), counts and sizes that both sides know. */
export const CHAT_TITLE_MAX = 80
export const CHAT_TAGS_MAX = 50
export const MESSAGE_MAX = 32_000
export const EMAIL_MAX = 254
export const NAME_MIN = 2
export const NAME_MAX = 80
export const USERNAME_MIN = 3
export const PASSWORD_MIN = 8
export const PASSWORD_DIFFERENT_MIN = 4
/** Longer than anyone types; bounds the work of hashing. */
export const PASSWORD_MAX = 1024
export const LABEL_MAX = 60
/** How long the links in mails are good. */
export const RESET_SECONDS = 10 * 60
/** For somebody whose account an admin has made: they may not look into their mail today. */
export const INVITE_SECONDS = 7 * 24 * 60 * 60
export const VERIFY_SECONDS = 24 * 60 * 60
/** Folders, and as many tags, of one person. */
export const LABELS_MAX = 500
/** Facts that may be remembered about one person, and the length of each: all of them are told to the model. */
export const MEMORIES_MAX = 100
export const MEMORY_MAX = 300
export const PAGE_SIZE_MAX = 200
/** Bytes of a JSON body, unless the call names its own: reading a large one takes time from everybody else. */
export const JSON_BODY_MAX = 32 * 1024
/** A message of MESSAGE_MAX characters fits, also when each is escaped. */
export const MESSAGE_BODY_MAX = 256 * 1024
/** MEMORIES_MAX facts of MEMORY_MAX characters fit, in any script. */
export const PROFILE_BODY_MAX = 128 * 1024
export const WEBHOOK_BODY_MAX = 256 * 1024
export const PHOTO_BODY_MAX = 8 * 1024 * 1024
/** Pixels of a photo that is sent, and the side of the square that is made of it. */
export const PHOTO_PIXELS_MAX = 40_000_000
export const PHOTO_SIDE = 512
/** Which plans and subscriptions are ours among the provider's products. */
export const PRODUCT = 'companion_app'
