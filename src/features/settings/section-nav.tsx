import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { sectionContent } from './section-content.tsx'
import { type Section, sections } from './sections.ts'
import styles from './settings-page.module.css'

/** The section on wide screens when the address names none. */
export const FIRST_SECTION: Section = 'general'

export function SectionNav({ section }: { section: Section | undefined }) {
  const { t, i18n } = useLingui()
  const list = useReturningFocus(section)
  return (
    <nav aria-label={t`Settings`}>
      <ul ref={list} className={styles.list}>
        {sections.map((key) => {
          const { label, about, Icon } = sectionContent[key]
          return (
            <li key={key}>
              <Link
                to="/settings"
                search={{ section: key }}
                className={styles.entry}
                aria-current={key === section ? 'page' : undefined}
                data-first={(section === undefined && key === FIRST_SECTION) || undefined}
                data-section={key}
              >
                <Icon size={20} />
                <span className={styles.texts}>
                  <span className={styles.name}>{i18n._(label)}</span>
                  <span className={styles.about}>{i18n._(about)}</span>
                </span>
                <ChevronRightIcon size={18} />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** On a phone, returning to the list focuses the item of the section that was open. */
function useReturningFocus(section: Section | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const previous = useRef(section)
  useEffect(() => {
    const from = previous.current
    previous.current = section
    if (section !== undefined || from === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-section="${from}"]`)?.focus()
  }, [section])
  return list
}
