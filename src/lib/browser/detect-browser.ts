/** What of `navigator` tells browsers apart. */
export interface BrowserNames {
  userAgent: string
  maxTouchPoints: number
}

/** The engine of Safari, of GNOME Web, and of every browser and installed app on an iPhone or iPad. */
export const isWebKit = ({ userAgent }: Pick<BrowserNames, 'userAgent'>): boolean =>
  /AppleWebKit\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent)

/** An iPhone or iPad; an iPad calls itself a Mac, but no Mac has a touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: BrowserNames): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** Browsers and apps with a built-in browser that also put `Version/` and `Safari/` in their name. */
const notSafari =
  /CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|GSA\/|FBA[NV]|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|BytedanceWebview|LinkedInApp|Pinterest|Twitter/i

/** Safari itself on an Apple device; neither another browser nor one inside of an app. */
export const isSafari = (names: BrowserNames): boolean =>
  isWebKit(names) &&
  /Macintosh|iPhone|iPad|iPod/.test(names.userAgent) &&
  /Version\/[\d.]+.*Safari\//.test(names.userAgent) &&
  !notSafari.test(names.userAgent)
