/** Settings of a made-up business, with numbers in the right format. */
export const testBusiness = {
  BUSINESS_NAME: '문장 주식회사',
  BUSINESS_REPRESENTATIVE: '홍길동',
  BUSINESS_ADDRESS: '서울특별시 강남구 테스트로 1',
  BUSINESS_PHONE: '02-000-0000',
  BUSINESS_EMAIL: 'help@munjang.test',
  BUSINESS_REGISTRATION_NUMBER: '123-45-67891',
  BUSINESS_MAIL_ORDER_NUMBER: '2026-서울강남-01234',
  BUSINESS_HOSTING: '테스트 클라우드',
  PRIVACY_OFFICER_NAME: '김보호',
  PRIVACY_OFFICER_PHONE: '02-000-0001',
  PRIVACY_OFFICER_EMAIL: 'privacy@munjang.test',
}
