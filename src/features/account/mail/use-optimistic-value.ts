import { useState } from 'react'

/** An optimistic update: returns the chosen value while it is being stored, after a refusal the stored one. */
export function useOptimisticValue<Value>(
  stored: Value,
): [Value, (value: Value, work: Promise<unknown>) => Promise<void>] {
  const [selected, setSelected] = useState<{ value: Value } | null>(null)
  const select = async (value: Value, work: Promise<unknown>) => {
    setSelected({ value })
    try {
      await work
    } finally {
      setSelected(null)
    }
  }
  return [selected === null ? stored : selected.value, select]
}
