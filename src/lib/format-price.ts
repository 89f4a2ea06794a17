/** `9.99` → `$9.99`, `99.00` → `$99`; `price` is a plan's decimal text, `language` a BCP 47 tag. */
export function formatPrice(price: string, currency: string, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(Number(price))
}
