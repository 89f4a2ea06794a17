import { useState } from 'react'

/** An optimistic update: returns the chosen value while it is being stored, after a refusal the stored one. */
export function useOptimisticValue<Value>(
  stored: Value,
): [Value, (value: Value, work: Promise<unknown>) => Promise<void>] {
  const [chosen, setChosen] = useState<{ value: Value } | null>(null)
  const choose = async (value: Value, work: Promise<unknown>) => {
    setChosen({ value })
    try {
      await work
    } finally {
      setChosen(null)
    }
  }
  return [chosen === null ? stored : chosen.value, choose]
}
