// Why an answer is not whole, in the words that the page and the exports use.

/**
 * Of an assistant message's `stopReason` and `errorMessage`: the reason it was given (who stopped it, what failed), else
 * what sort of end it was. Undefined for an answer that is whole. May hold text of others.
 */
export function replyEndWords(stopReason: unknown, errorMessage: unknown): string | undefined {
  const reason = typeof errorMessage === 'string' && errorMessage.trim() !== '' ? errorMessage : undefined
  switch (stopReason) {
    case 'aborted':
      return reason ?? 'Stopped before it was done'
    case 'error':
      return reason ?? 'Failed, and the model did not say why'
    case 'length':
      return reason ?? 'Cut off before it was done'
    default:
      return undefined
  }
}
