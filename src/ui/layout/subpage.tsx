import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { AnchorButton } from '../button/link-button.tsx'
import { ArrowLeftIcon } from '../icons/icons.tsx'
import styles from './subpage.module.css'

function BackAnchor(props: ComponentProps<'a'>) {
  return <AnchorButton {...props} variant="quiet" icon={<ArrowLeftIcon size={18} />} className={styles.back} />
}

/** The link to the page above this one; a phone has it in its bar instead. */
export const BackLink = createLink(BackAnchor)

interface SubpageProps {
  /** A `BackLink`. */
  back: ReactNode
  title: ReactNode
  /** The heading, for a page that moves the focus there. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A page below another one: the link back, the title, and the content in one column of readable width. */
export function Subpage({ back, title, headingRef, children }: SubpageProps) {
  return (
    <div className={styles.page}>
      {back}
      <h1 data-in-bar ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
        {title}
      </h1>
      {children}
    </div>
  )
}
