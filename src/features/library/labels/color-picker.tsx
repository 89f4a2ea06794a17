import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { colorNames, hexOf, type LabelColor, labelColors } from './label-colors.ts'
import styles from './label-form.module.css'
import { colored } from './label-mark.tsx'

/** Offers eight colours, each with its name for screen readers. */
export function ColorPicker({ value, onChange }: { value: LabelColor; onChange: (color: LabelColor) => void }) {
  const { i18n } = useLingui()
  const name = useId()
  return (
    <fieldset className={styles.colors}>
      <legend className="visually-hidden">
        <Trans>Colour</Trans>
      </legend>
      {labelColors.map((color) => (
        <label key={color} {...colored(hexOf[color], styles.swatch)} title={i18n._(colorNames[color])}>
          <input
            type="radio"
            name={name}
            value={color}
            checked={color === value}
            aria-label={i18n._(colorNames[color])}
            onChange={() => onChange(color)}
          />
          {color === value ? <CheckIcon size={16} /> : null}
        </label>
      ))}
    </fieldset>
  )
}
