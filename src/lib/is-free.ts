/** Of a plan's decimal price, "0.00" (specification, section 9). */
export function isFree(price: string): boolean {
  return Number(price) === 0
}
