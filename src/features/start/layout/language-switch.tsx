import { changeLanguage } from '#i18n/i18n.ts'
import { languageNames } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import styles from './language-switch.module.css'

/** A button with the other language's name in that language. */
export function LanguageSwitch() {
  const other = useLanguage() === 'es' ? 'en' : 'es'
  return (
    <button type="button" lang={other} className={styles.switch} onClick={() => changeLanguage(other)}>
      {languageNames[other]}
    </button>
  )
}
