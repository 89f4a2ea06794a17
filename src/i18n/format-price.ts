/** Formats `9.99` as `$9.99` and `99.00` as `$99`; `price` is a plan's decimal text, `language` a BCP 47 tag. */
export function formatPrice(price: string, currency: string, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(Number(price))
}

/** Formats `9.99` as `9.99`, `9,99` in Spanish: without currency, always with two decimals. */
export function formatAmount(price: string, language: string): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(price))
}
