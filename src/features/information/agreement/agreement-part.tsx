import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Agreement, RubricAgreement } from '#contract/objects/ratings/agreement.ts'
import { agreementQuery } from '#data/agreement-query.ts'
import { queryClient } from '#data/query-client.ts'
import styles from './agreement.module.css'
import { AgreementTable } from './agreement-table.tsx'
import { CalibrationPlots } from './calibration-plots.tsx'
import { CalibrationTable } from './calibration-table.tsx'

/** Says how well scores agree with the ratings of people: `/information#agreement`. */
export function AgreementPart() {
  const { data, isError } = useQuery(agreementQuery, queryClient)
  return (
    <>
      <h3 id="agreement">
        <Trans>Checked by people</Trans>
      </h3>
      <p>
        <Trans>
          Volunteers rate answers that somebody has offered for it, without seeing the model’s scores or each other’s.
          Both are compared here, by version of the rubric with which the model scored.
        </Trans>
      </p>
      {data ? <Versions agreement={data} /> : null}
      {data === undefined && isError ? (
        <p>
          <Trans>The comparison could not be loaded. It is here again with a connection.</Trans>
        </p>
      ) : null}
    </>
  )
}

const hasEnough = ({ axes }: RubricAgreement): boolean => axes.some(({ mean_error }) => mean_error !== null)

function Versions({ agreement: { minimum, versions } }: { agreement: Agreement }) {
  const [newest, ...older] = versions.filter(hasEnough)
  if (newest === undefined) {
    const rated = Math.max(0, ...versions.flatMap(({ axes }) => axes.map(({ answers }) => answers)))
    return (
      <p>
        <strong>
          <Trans>Not enough yet.</Trans>
        </strong>{' '}
        <Plural
          value={rated}
          one={`# answer has been rated; with ${minimum} something can be said.`}
          other={`# answers have been rated; with ${minimum} something can be said.`}
        />
      </p>
    )
  }
  return (
    <>
      <Version version={newest} />
      {older.map((version) => (
        <details key={`${version.source} ${version.rubric_version}`} className={styles.older}>
          <summary>
            <VersionName version={version} />
          </summary>
          <Version version={version} />
        </details>
      ))}
    </>
  )
}

function Version({ version }: { version: RubricAgreement }) {
  return (
    <div className={styles.version}>
      <AgreementTable caption={<VersionName version={version} />} axes={version.axes} />
      <p className={styles.legend}>
        <Trans>
          Agreement is Krippendorff’s alpha: 1 is full agreement, 0 is what chance gives. Distance is how far the score
          is from the mean rating, of 100. In brackets: where the value lies with a certainty of 95%.
        </Trans>
      </p>
      <CalibrationPlots axes={version.axes} />
      <p className={styles.legend}>
        <Trans>
          Each dot: answers with about the same score, larger for more of them. To the right the model’s score, upwards
          the mean rating of people, both from 0 to 100. On the line both are equal; below it the model scores higher.
        </Trans>
      </p>
      <CalibrationTable axes={version.axes} />
    </div>
  )
}

function VersionName({ version: { source, rubric_version: name } }: { version: RubricAgreement }) {
  return source === 'practice' ? <Trans>Word list {name}</Trans> : <Trans>Rubric {name}</Trans>
}
