export default function ToolPage() {
  return null
}
