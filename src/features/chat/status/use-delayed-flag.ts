import { useEffect, useState } from 'react'

/** True once `flag` has been true for so many milliseconds: what passes at once is not worth a word. */
export function useLasting(flag: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!flag) return
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [flag, milliseconds])
  return flag && lasting
}
