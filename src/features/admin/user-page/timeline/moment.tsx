import { formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'

/** A time as its date and time of day. */
export function Moment({ at }: { at: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at}>
      {formatDate(at, language)}, {formatTime(at, language)}
    </time>
  )
}
