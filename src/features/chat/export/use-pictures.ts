import { useCallback, useEffect, useRef, useState } from 'react'
import { type ExportedPicture, loadPictures, type Pictures } from './load-pictures.ts'

const none: Pictures = new Map()

/** The pictures of an exported chat, loaded while they are wanted. `missing`: how many could not be loaded. */
export function usePictures(pictures: readonly ExportedPicture[], isWanted: boolean) {
  const [loaded, setLoaded] = useState<{ key: string; pictures: Pictures }>({ key: '', pictures: none })
  const [attempt, setAttempt] = useState(0)
  const listed = useRef(pictures)
  listed.current = pictures
  const key = isWanted ? `${attempt} ${pictures.map(({ id, message }) => `${id} ${message}`).join(' ')}` : ''
  useEffect(() => {
    if (key === '') return
    let isCurrent = true
    loadPictures(listed.current).then((found) => {
      if (isCurrent) setLoaded({ key, pictures: found })
    }, reportError)
    return () => {
      isCurrent = false
    }
  }, [key])
  const isReady = isWanted && loaded.key === key
  return {
    pictures: isReady ? loaded.pictures : none,
    isLoading: isWanted && !isReady,
    missing: isReady ? [...loaded.pictures.values()].filter((url) => url === null).length : 0,
    retry: useCallback(() => setAttempt((last) => last + 1), []),
  }
}
