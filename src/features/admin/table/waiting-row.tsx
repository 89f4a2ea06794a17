import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './table.module.css'

/** A placeholder of the size of a row with a user. */
export function WaitingRow({ columns }: { columns: readonly { key: string }[] }) {
  return (
    <tr>
      <th scope="row" className={styles.user}>
        <div className={styles.who}>
          <Skeleton width="36px" height="36px" round />
          <div className={styles.texts}>
            <span className={styles.name}>
              <Skeleton width="8rem" height="1.4em" />
            </span>
            <span className={styles.second}>
              <Skeleton width="11rem" height="1.5em" />
            </span>
          </div>
        </div>
      </th>
      {columns.map(({ key }) => (
        <td key={key}>
          <Skeleton width="5rem" />
        </td>
      ))}
      <td className={styles.action}>
        <Skeleton width="6rem" height="36px" />
      </td>
    </tr>
  )
}
