/**
 * The browser engine and its major version from a User-Agent header, `chromium 156`, or `other`. All browsers on iOS
 * use WebKit, and all Chromium browsers mention Safari too, so the order matters.
 */
export function engineOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const version = (pattern: RegExp) => pattern.exec(text)?.[1]
  if (/\b(?:iPhone|iPad|iPod)\b/.test(text))
    return named('webkit', version(/\bVersion\/(\d{1,3})/) ?? version(/\bOS (\d{1,3})_/))
  const chromium = version(/Chrom(?:e|ium)\/(\d{1,3})/)
  if (chromium !== undefined) return named('chromium', chromium)
  const gecko = version(/\bFirefox\/(\d{1,3})/)
  if (gecko !== undefined) return named('gecko', gecko)
  const webkit = version(/\bVersion\/(\d{1,3})[.\d]* (?:Mobile\/\w+ )?Safari\//)
  return webkit === undefined ? 'other' : named('webkit', webkit)
}

const named = (engine: string, version: string | undefined): string =>
  version === undefined ? engine : `${engine} ${version}`
