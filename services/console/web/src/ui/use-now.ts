import { useEffect, useState } from 'react'

const STEP_MS = 15_000

/** The time, for what ends or grows old while it is looked at. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
