import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { usePopup } from '#ui/use-popup.ts'

/** Loaded with the cropping library when a photo is chosen. */
const cropper = lazyModule(() => import('./photo-crop.tsx'))

/** Opens while there is a picture to crop. */
export function CropDialog({ file, onClose }: { file: File | null; onClose: () => void }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  // The picture remains visible while the dialog closes.
  const [shown, setShown] = useState(file)
  if (file !== null && file !== shown) setShown(file)
  const close = () => {
    if (!isBusy) onClose()
  }
  const part = usePopup(cropper, file !== null, close)
  return (
    <Dialog open={file !== null && part !== undefined} onOpenChange={close} title={t`Crop your photo`} asks>
      {part && shown ? <part.PhotoCrop file={shown} onCancel={close} onSaved={onClose} onBusy={setBusy} /> : null}
    </Dialog>
  )
}
