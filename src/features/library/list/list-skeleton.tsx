import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from '../library.module.css'

const widths = ['70%', '55%', '80%', '62%', '48%']

export function ListSkeleton() {
  return (
    <div className={styles.bones}>
      {widths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
