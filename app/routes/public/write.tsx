export default function SharedText() {
  return null
}
