import { useState } from 'react'

/** What is stored, or what was chosen for as long as it is being stored: a choice shows at once, a refused one goes back. */
export function useChosen<Value>(stored: Value): [Value, (value: Value, work: Promise<unknown>) => Promise<void>] {
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
