/** A feature that is newer than the oldest browsers of `browserslist` in package.json. */
interface NewerFeature {
  name: string
  /** Matches its use in a built script or style. */
  use: RegExp
}

const methods = (names: string) => new RegExp(`\\.(?:${names})\\(`)

/** Script features that a bundler cannot transpile, with the last browser to support each, by caniuse and MDN. */
const inScripts: readonly NewerFeature[] = [
  { name: 'Iterator helpers (Safari 18.4)', use: /\bIterator\.(?:from|concat|zip|prototype)\b/ },
  {
    name: 'Iterator helpers (Safari 18.4)',
    use: /\.(?:(?:values|keys|entries)\(\)|matchAll\([^()]*\))\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  },
  { name: 'Promise.try (Safari 18.2)', use: /\bPromise\.try\b/ },
  { name: 'RegExp.escape (Safari 18.2)', use: /\bRegExp\.escape\b/ },
  { name: 'regular expression modifiers (Safari 26)', use: /\(\?(?:[ims]+(?:-[ims]+)?|-[ims]+):/ },
  {
    name: 'Uint8Array in Base64 and hex (Safari 18.2)',
    use: methods('fromBase64|toBase64|setFromBase64|fromHex|toHex'),
  },
  { name: 'Map.getOrInsert (2026)', use: methods('getOrInsert|getOrInsertComputed') },
  { name: 'Math.sumPrecise (2025)', use: /\bMath\.sumPrecise\b/ },
  { name: 'Math.f16round, Float16Array (Safari 18.2)', use: /\bFloat16Array\b|\bMath\.f16round\b/ },
  { name: 'Error.isError (2025)', use: /\bError\.isError\b/ },
  { name: 'Response.bytes (Chrome 132)', use: methods('bytes') },
  { name: 'Intl.DurationFormat (Firefox 136)', use: /\bIntl\.DurationFormat\b/ },
  { name: 'Temporal (no Safari)', use: /\bTemporal\.(?:Now|Plain|Instant|Duration|Zoned)/ },
  { name: 'requestIdleCallback (no Safari)', use: /\brequestIdleCallback\b/ },
  { name: 'scheduler (no Safari)', use: /\bscheduler\.(?:postTask|yield)\b/ },
  { name: 'view transitions (Firefox 144)', use: /\bstartViewTransition\b/ },
  { name: 'URLPattern (Safari 26)', use: /\bURLPattern\b/ },
  { name: 'CookieStore (Safari 18.4)', use: /\bcookieStore\b/ },
  { name: 'moveBefore (no Safari)', use: methods('moveBefore') },
  { name: 'Navigation API (Safari 26.2)', use: /\bnavigation\.(?:navigate|addEventListener|entries|currentEntry)\b/ },
  { name: 'CloseWatcher (no Safari)', use: /\bCloseWatcher\b/ },
  { name: 'CSS.highlights (Firefox 140)', use: /\bCSS\??\.highlights\b|\bnew Highlight\(/ },
]

const inStyles: readonly NewerFeature[] = [
  { name: 'anchor positioning (Safari 26)', use: /\banchor-name\b|\bposition-anchor\b|\banchor\(/ },
  { name: '@scope (Firefox 146)', use: /@scope\b/ },
  { name: '@function, if() (no Safari)', use: /@function\b|:\s*if\(/ },
  { name: 'scroll-driven animations (Safari 26)', use: /\banimation-timeline\b|\bscroll-timeline\b/ },
  { name: 'interpolate-size (no Safari)', use: /\binterpolate-size\b|\bcalc-size\(/ },
  { name: 'field-sizing (Safari 26.2)', use: /\bfield-sizing\b/ },
  { name: 'text-wrap: pretty (Safari 26)', use: /\btext-wrap:\s*pretty\b/ },
  { name: 'contrast-color() (Safari 26)', use: /\bcontrast-color\(/ },
  { name: 'sibling-index() (Safari 26.2)', use: /\bsibling-(?:index|count)\(/ },
  { name: 'typed attr() (no Safari)', use: /\battr\([\w-]+\s+(?:type\(|[a-z%]+\s*[,)])/ },
  { name: 'style queries (Firefox 151)', use: /@container[^{]*\bstyle\(/ },
  { name: ':open (Safari 26.5)', use: /:open\b/ },
  { name: 'scrollbar-color (Safari 26.2)', use: /\bscrollbar-color\b/ },
  { name: '::highlight() (Firefox 140)', use: /::highlight\(/ },
]

/**
 * The features that a built file uses although the oldest supported browsers lack them. `allowed` are the names of
 * features with a feature test in the code, or with a harmless fallback.
 */
export function findNewerFeatures(file: string, code: string, allowed: ReadonlySet<string> = known): string[] {
  const features = file.endsWith('.css') ? inStyles : inScripts
  return features.filter(({ name, use }) => !allowed.has(name) && use.test(code)).map(({ name }) => name)
}

const known: ReadonlySet<string> = new Set([
  // Tested in src/lib/timing/when-idle.ts; the fallback is a timer.
  'requestIdleCallback (no Safari)',
  // The router and React test for them.
  'view transitions (Firefox 144)',
  'Navigation API (Safari 26.2)',
  // Tested in src/features/chat/scores/panel/show-quote.ts (fallback: select text) and thread/window/mark-matches.ts.
  'CSS.highlights (Firefox 140)',
  '::highlight() (Firefox 140)',
  // The fallback is the browser's own scrollbar colour.
  'scrollbar-color (Safari 26.2)',
  // A script sets the height of fields too: src/features/chat/composer/fit-height.ts.
  'field-sizing (Safari 26.2)',
  // Tested in src/features/chat/markdown/markdown.module.css; the fallback is an edge that does not fade.
  'scroll-driven animations (Safari 26)',
  // The fallback is normal line breaking.
  'text-wrap: pretty (Safari 26)',
])
