import { useEffect, useSyncExternalStore } from 'react'
import { useConfig } from '#data/config.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logMissingChunk } from '#lib/lazy/log-missing-chunk.ts'
import type { AttachButtonProps } from './attach-button.tsx'
import { type Attaching, attachingFiles } from './attaching.ts'
import type { AttachmentListProps } from './attachment-list.tsx'
import { rememberedFiles, rememberFiles } from './file-support.ts'

const button = lazyModule(() => import('./attach-button.tsx'))
const list = lazyModule(() => import('./attachment-list.tsx'))

/** Whether messages may have files, and whether the model sees pictures; offline, what the server said last. */
export function useFileSupport(): { files: boolean; vision: boolean } {
  const config = useConfig()
  useEffect(() => {
    if (config) rememberFiles({ files: config.files, vision: config.assistant.vision })
  }, [config])
  return config ? { files: config.files, vision: config.assistant.vision } : rememberedFiles()
}

/** The button of the composer that adds files, with the handlers for pasted and dropped ones. */
export function LazyAttachButton(props: AttachButtonProps) {
  const { files } = useFileSupport()
  const loaded = useLazyModule(button, files, logMissingChunk)
  return files && loaded ? <loaded.AttachButton {...props} /> : null
}

/** The files of the draft above the field. */
export function LazyAttachmentList(props: AttachmentListProps) {
  const wanted = props.files.length + props.attaching.length > 0
  const loaded = useLazyModule(list, wanted, logMissingChunk)
  return wanted && loaded ? <loaded.AttachmentList {...props} /> : null
}

/** The chosen files of one draft that are being prepared or were refused. */
export function useAttaching(userId: number, draftKey: string): readonly Attaching[] {
  const all = useSyncExternalStore(attachingFiles.subscribe, attachingFiles.get)
  return all.length === 0 ? all : all.filter((each) => each.userId === userId && each.draftKey === draftKey)
}
