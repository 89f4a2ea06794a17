import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#ui/icons.tsx'
import { announce } from '#ui/live-region.tsx'
import { toastError } from '#ui/toast.ts'

const SHOWN_MS = 1600

/** Copies a text as it was written, and says that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t`Copied`)
    } catch {
      // Browsers refuse without a gesture, permission or a secure context; the text can still be selected.
      toastError(t`This browser does not let the app copy. Select the text instead`)
    }
  }
  return (
    <IconButton
      label={copied ? t`Copied` : label}
      icon={copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      onClick={copy}
    />
  )
}
