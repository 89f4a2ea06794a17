/** Whether a plan's decimal price is zero ("0.00"). */
export function isFree(price: string): boolean {
  return Number(price) === 0
}
