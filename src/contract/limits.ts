/** Lengths in characters (UTF-16 units), counts and sizes that client and server share. */
export const CHAT_TITLE_MAX = 80
/** The length of a model's name, in characters. */
export const MODEL_ID_MAX = 100
export const CHAT_TAGS_MAX = 50
/** The most answers of one chat whose chosen version is remembered; further ones show their newest. */
export const CHAT_VERSIONS_MAX = 100
export const MESSAGE_MAX = 32_000
export const EMAIL_MAX = 254
export const NAME_MIN = 2
export const NAME_MAX = 80
export const USERNAME_MIN = 3
export const PASSWORD_MIN = 8
export const PASSWORD_DIFFERENT_MIN = 4
/** Longer than any real password; limits the time of hashing. */
export const PASSWORD_MAX = 1024
export const LABEL_MAX = 60
/** How long the links in emails are valid. */
export const RESET_SECONDS = 10 * 60
/** For a user whose account was created by an admin, who may not read the email on the same day. */
export const INVITE_SECONDS = 7 * 24 * 60 * 60
export const VERIFY_SECONDS = 24 * 60 * 60
/** How long the owner of the former address can undo a change of address. */
export const UNDO_SECONDS = 7 * 24 * 60 * 60
/** The most folders of a user, and the most tags. */
export const LABELS_MAX = 500
/** The most exchanges that a user offers for rating: their list has all texts. */
export const OFFERS_MAX = 200
/** The most passkeys of a user. */
export const PASSKEYS_MAX = 20
/** The most remembered facts of a user, and their length: the newest that fit go to the model with each question. */
export const MEMORIES_MAX = 100
export const MEMORY_MAX = 300
export const PAGE_SIZE_MAX = 200
/** The days for which a chat lies in Recently deleted. */
export const DELETED_DAYS = 30
/** The days before the end of an unsaved chat at which its user is told. */
export const WARNING_DAYS = 7
/** The comment of a report about an answer. */
export const REPORT_COMMENT_MAX = 1000
/** An admin's mail to whoever reported an answer. */
export const REPORT_REPLY_MAX = 4000
/** Default limit of a JSON body in bytes: parsing a large one blocks the requests of other users. */
export const JSON_BODY_MAX = 32 * 1024
/** Large enough for MESSAGE_MAX characters, even if each is escaped. */
export const MESSAGE_BODY_MAX = 256 * 1024
/** A longer answer is aborted; its text is stored as interrupted. */
export const ANSWER_MAX = 400_000
/** The most exchanges of a temporary chat that a request contains, and the size of the request in bytes. */
export const TEMPORARY_EXCHANGES_MAX = 200
export const TEMPORARY_BODY_MAX = 512 * 1024
/** Large enough for MEMORIES_MAX facts of MEMORY_MAX characters, in any script. */
export const PROFILE_BODY_MAX = 128 * 1024
export const WEBHOOK_BODY_MAX = 256 * 1024
export const PHOTO_BODY_MAX = 8 * 1024 * 1024
/** The most pixels of an uploaded photo, and the side of the square made from it. */
export const PHOTO_PIXELS_MAX = 40_000_000
export const PHOTO_SIDE = 512
/** The most files of one message, and the size of each in bytes. */
export const MESSAGE_FILES_MAX = 10
export const FILE_MAX = 20 * 1024 * 1024
/** The largest chunk of an upload in bytes; a client may send smaller ones. */
export const FILE_CHUNK_MAX = 1024 * 1024
export const FILE_NAME_MAX = 255
/** The most pixels of a picture in a message, and the longest side of its thumbnail. */
export const PICTURE_PIXELS_MAX = 40_000_000
export const THUMBNAIL_SIDE = 512
/** The longest message that is imported, in characters: other products allow longer ones than MESSAGE_MAX. */
export const IMPORT_MESSAGE_MAX = 100_000
/** The most chats of one request of an import, and the most messages of each: they are stored while others wait. */
export const IMPORT_CHATS_MAX = 20
export const IMPORT_MESSAGES_MAX = 100
/** The most chats whose presence one request asks for. */
export const IMPORT_CHECKS_MAX = 100
/** Large enough for IMPORT_MESSAGE_MAX characters, even if each is escaped. */
export const IMPORT_BODY_MAX = 1024 * 1024
/** The newest messages of a chat that its shared page shows: rendering more would take long. */
export const SHARED_MESSAGES_MAX = 1000
/** A recording that is transcribed: its size in bytes and its length in seconds. */
export const SPEECH_AUDIO_MAX = 2 * 1024 * 1024
export const SPEECH_SECONDS_MAX = 120
/** A text that is spoken in one request, in characters: a long sentence. */
export const SPOKEN_TEXT_MAX = 1000
/** An answer that is offered for rating, in characters: a validator reads it on a phone. */
export const RATED_ANSWER_MAX = 60_000
/** Large enough for both texts of an offered exchange, even if each character is escaped. */
export const RATED_EXCHANGE_BODY_MAX = 640 * 1024
/** With fewer rated answers nothing is said of how well the scores agree with people. */
export const RATED_MIN = 30
/** What a validator writes about an exchange, and the part of the answer that they quote. */
export const RATING_REASON_MAX = 2000
export const RATING_QUOTE_MAX = 1000
/** The app's product name, which marks its plans and subscriptions among the provider's products. */
export const PRODUCT = 'companion_app'
/** Days after which an address that asked for the newsletter, and was not confirmed, is deleted. */
export const NEWSLETTER_CONFIRM_DAYS = 7
/** The texts of an issue of the newsletter, in characters, and of both languages in bytes, even if each is escaped. */
export const NEWSLETTER_SUBJECT_MAX = 150
export const NEWSLETTER_PREVIEW_MAX = 200
export const NEWSLETTER_TEXT_MAX = 40_000
export const NEWSLETTER_BODY_MAX = 512 * 1024

/** Terms, privacy policy and imprint: characters of a text in one language, and bytes of a request with both. */
export const LEGAL_TEXT_MAX = 60_000
export const LEGAL_BODY_MAX = 768 * 1024
