/** Whether a plan's decimal price ("0.00") is nothing. */
export function isFree(price: string): boolean {
  return Number(price) === 0
}
