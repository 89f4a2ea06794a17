import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/button/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#ui/icons/icons.tsx'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 1600

/** Copies the source text and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <IconButton
      label={copied ? t`Copied` : label}
      icon={copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      onClick={() => void copyText(text).then(setCopied)}
    />
  )
}
