import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { uploadPhoto as uploadPhotoCall } from '#contract/endpoints/accounts.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure, describeFieldMessage, failedFields } from '#i18n/describe-error.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { api } from '#session/api.ts'
import { updateUser } from '#session/session-actions.ts'
import { Button } from '#ui/button/button.tsx'
import { cropPicture } from './crop-picture.ts'
import styles from './photo.module.css'

type Props = { file: File; onCancel: () => void; onSaved: () => void; onBusy: (isBusy: boolean) => void }

const ZOOM_MAX = 4
/** The CSS pixels by which an arrow key moves the picture; a fifth of it with Shift. */
const ARROW_STEP = 10

/** Crops a photo by pointer, wheel or keys; the circle previews the avatar, the square around it is uploaded. */
export function PhotoCrop({ file, onCancel, onSaved, onBusy }: Props) {
  const { t } = useLingui()
  const url = useObjectUrl(file)
  const picture = useRef<HTMLImageElement | null>(null)
  const area = useRef<Area | null>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const [isMeasured, setMeasured] = useState(false)
  const upload = useMutation(
    {
      mutationFn: async (selected: Parameters<typeof cropPicture>) => {
        onBusy(true)
        try {
          await uploadPhoto(await cropPicture(...selected))
        } finally {
          onBusy(false)
        }
      },
      onSuccess: onSaved,
    },
    queryClient,
  )
  const save = () => {
    if (picture.current && area.current) upload.mutate([picture.current, area.current])
  }
  return (
    <>
      {isBroken ? (
        <p role="alert" className={styles.broken}>
          <Trans>This picture cannot be read here. Choose a JPEG, PNG or WebP file.</Trans>
        </p>
      ) : (
        <>
          <div className={styles.stage}>
            {url === null ? null : (
              <Cropper
                image={url}
                crop={crop}
                zoom={zoom}
                aspect={1}
                maxZoom={ZOOM_MAX}
                cropShape="round"
                showGrid={false}
                objectFit="cover"
                keyboardStep={ARROW_STEP}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropAreaChange={(_, pixels) => {
                  area.current = pixels
                }}
                setImageRef={(ref) => {
                  picture.current = ref.current
                }}
                // Until its size is known, the picture would be shown in another size first.
                onMediaLoaded={() => setMeasured(true)}
                style={isMeasured ? {} : { mediaStyle: { visibility: 'hidden' } }}
                mediaProps={{ onError: () => setBroken(true) }}
                cropperProps={{ role: 'application', 'aria-label': t`Move the picture with the arrow keys` }}
                disableAutomaticStylesInjection
              />
            )}
          </div>
          <label className={styles.zoom}>
            <Trans>Zoom</Trans>
            <input
              type="range"
              min={1}
              max={ZOOM_MAX}
              step={0.1}
              value={zoom}
              onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
            />
          </label>
        </>
      )}
      <div role="alert" className={styles.failure}>
        {upload.isError ? whyRefused(upload.error) : null}
      </div>
      <div className={styles.actions}>
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        {isBroken ? null : (
          <Button variant="primary" pending={upload.isPending} pendingLabel={t`Saving…`} onClick={save}>
            <Trans>Use this photo</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

/** Returns the server's message without the field's name, because there is only one field. */
function whyRefused(error: unknown): string {
  const [ofPhoto] = failedFields(error).photo ?? []
  return ofPhoto ? describeFieldMessage(ofPhoto, currentLanguage()) : describeFailure(error, currentLanguage())
}

/** Returns an object URL for the file, revoked on unmount. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

/** Longer than for a message: a photo is larger, and a phone's network may be slow. */
const WITHIN_MS = 2 * 60 * 1000

/** Uploads the photo of the signed-in user and updates the session. */
async function uploadPhoto(photo: Blob): Promise<void> {
  await updateUser(await api.call(uploadPhotoCall, { body: { photo }, timeoutMs: WITHIN_MS }))
}
