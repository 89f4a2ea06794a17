import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { sectionContent } from './section-content.tsx'
import { FIRST_SECTION } from './section-nav.tsx'
import type { Section, SectionProps } from './sections.ts'
import styles from './settings-page.module.css'

export function SectionPanel({ section, ...props }: SectionProps & { section: Section | undefined }) {
  const { i18n } = useLingui()
  const { label, Content } = sectionContent[section ?? FIRST_SECTION]
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(section)
  useEffect(() => {
    const isNew = shown.current !== section
    shown.current = section
    if (isNew && section !== undefined) title.current?.focus({ preventScroll: true })
  }, [section])
  return (
    <div className={styles.panel}>
      <h2 ref={title} tabIndex={-1} className={styles.sectionTitle}>
        {i18n._(label)}
      </h2>
      <Content {...props} />
    </div>
  )
}
