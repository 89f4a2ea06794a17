import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'

type AnchorProps = ComponentProps<'a'> & ButtonLook

/** A link to an external address that looks like a Button; use `LinkButton` for routes. */
export function AnchorButton({ variant, size, wide, icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </a>
  )
}

/** A typed route link (`to`, `params`, `search` …) that looks like a Button. */
export const LinkButton = createLink(AnchorButton)
