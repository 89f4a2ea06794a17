/** The fields of `navigator` that identify a browser. */
export interface BrowserNames {
  userAgent: string
  maxTouchPoints: number
}

/** Whether the engine is WebKit: Safari, GNOME Web, and every browser and installed app on an iPhone or iPad. */
export const isWebKit = ({ userAgent }: Pick<BrowserNames, 'userAgent'>): boolean =>
  /AppleWebKit\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent)

/** Whether the device is an iPhone or iPad; an iPad identifies itself as a Mac, but no Mac has a touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: BrowserNames): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** Browsers and in-app browsers that also have `Version/` and `Safari/` in their user agent. */
const notSafari =
  /CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|GSA\/|FBA[NV]|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|BytedanceWebview|LinkedInApp|Pinterest|Twitter/i

/** Whether the browser is Safari itself on an Apple device, neither another browser nor an in-app browser. */
export const isSafari = (names: BrowserNames): boolean =>
  isWebKit(names) &&
  /Macintosh|iPhone|iPad|iPod/.test(names.userAgent) &&
  /Version\/[\d.]+.*Safari\//.test(names.userAgent) &&
  !notSafari.test(names.userAgent)
