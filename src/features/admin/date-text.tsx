import { formatTime } from '#i18n/format.ts'
import { formatAgo } from '#i18n/format-ago.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'

/** A past time as its date; time of day and distance appear on hover. */
export function DateText({ at }: { at: string }) {
  const language = useLanguage()
  const ago = formatAgo(Date.parse(at), Date.now(), language)
  return (
    <time dateTime={at} title={`${formatTime(at, language)} · ${ago}`}>
      {formatDate(at, language)}
    </time>
  )
}
