import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'What to make for dinner when the fridge is empty',
        keywords: 'pantry dinners, easy pantry meals',
      },
    ],
    [{ ...formal, topic: 'How a credit score is calculated' }],
    [{ ...friendly, topic: 'Surviving a long road trip with kids' }],
    [
      {
        ...friendly,
        topic: 'Getting rid of ants in the kitchen',
        target: 'renters with a crawling baby',
        instructions: 'Five numbered steps, nothing toxic. Around 500 words.',
        length: 500,
      },
      { numbered: 5 },
    ],
    [
      {
        ...formal,
        topic: 'Buying a used car or leasing a new one',
        keywords: 'lease vs buy, used car costs',
        information: 'used Corolla $17,500, lease $289 a month for 36 months, 12,000 miles a year',
        target: 'people who drive to work every day',
        instructions: 'Please add a table that compares the two.',
      },
      { hasTable: true, includes: ['17,500', '289'] },
    ],
  ]),
  ...entries('document', 'en', [
    [{ topic: 'Letting people bring their dogs to the office', purpose: 'for the leadership meeting' }],
    [{ topic: 'Why new hires quit in the first six months', purpose: 'to get managers to fix it' }],
    [{ topic: 'Closing at noon on Fridays in the summer', purpose: 'to get the owner to approve it' }],
    [
      {
        topic: 'How our food drive went this year',
        purpose: 'to decide if we do it again',
        information:
          '14 drop-off spots, 2,350 lbs collected (1,900 last year), 37 volunteers, $640 for flyers and gas, two spots got almost nothing',
        instructions: 'Numbers in a table please, and be honest about what flopped.',
      },
      { hasTable: true, includes: ['2,350', '37', '640'] },
    ],
    [
      {
        topic: 'Closing up the store at night',
        purpose: 'instructions for new staff',
        target: 'part-timers who close alone',
        instructions: 'Numbered steps, plain language, around 450 words.',
        length: 450,
      },
      { numbered: 5 },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Porchlight',
        overview: 'Someone stops by to check on your parents when you live far away',
        format: ['Problem', 'Solution', 'Market', 'Team'],
      },
    ],
    [
      {
        name: 'Wet Clay',
        overview: 'A pottery studio with evening classes and a small wine bar',
        format: ['Concept', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Campground Mechanic',
        overview: 'We drive out to campgrounds and fix RVs on the spot',
        format: ['Problem', 'Solution', 'Marketing', 'Financials'],
      },
    ],
    [
      {
        name: 'Tiny Tambourine',
        overview: 'Music classes for babies and toddlers in church halls',
        format: ['Overview', 'Operations', 'Financials'],
        information: '3 locations, 46 families signed up, $22 a class, 2 teachers',
        instructions: 'Put the first year in a table. Leave franchising out of it.',
      },
      { hasTable: true, includes: ['46', '$22'], excludes: ['franchis', 'Franchis'] },
    ],
    [
      {
        name: 'Lola’s Freezer',
        overview: 'Frozen meals from our family’s Filipino restaurant, sold in grocery stores around here',
        format: ['Product', 'Customers', 'Sales plan'],
        instructions: 'It’s for a city grant. About 800 words.',
        length: 800,
      },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I’m the one who keeps everybody else organized.',
        career: 'Two years as a barista, associate degree in business',
        duty: 'Dental office receptionist',
        questions: [question('Why do you want to work here?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I like figuring out why something doesn’t work.',
        career: 'Biology degree, four-month help desk internship, taught myself Python',
        duty: 'IT support specialist',
        questions: [
          question('Tell us about yourself.', 700),
          question('Tell us about a problem you solved.', 1_200),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I’m good with my hands and I measure twice.',
        career: 'Carpentry apprenticeship, one year on a framing crew',
        duty: 'Set builder at a theater',
        questions: [question('What would you bring to our team?', 1_000)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'Kids open up to me.',
        career: 'Camp counselor for three summers, psychology degree, five months of substitute teaching',
        duty: 'School counseling assistant',
        questions: [
          question('Why do you want to work with this age group?', 900),
          question('Describe a conflict you helped resolve.', 1_300),
        ],
        target: 'a public middle school',
        instructions: 'Please don’t use the words "passionate" or "unique".',
      },
      { excludes: ['passionate', 'unique'] },
    ],
    [
      {
        ...formal,
        introduce: 'I moved here from Brazil five years ago and I’m patient with people.',
        career: 'Hotel front desk for two years, volunteer interpreter at a free clinic',
        duty: 'Patient services representative',
        questions: [question('Describe a time you dealt with an upset customer.', 1_000)],
        instructions: 'Mention that I speak Portuguese and Spanish.',
      },
      { includes: ['Portuguese', 'Spanish'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Following up after a job interview',
        strong_points: 'interviewed on Tuesday for the analyst job, still very interested',
        receiver: 'the hiring manager',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Asking a coworker to swap shifts',
        strong_points: 'my Saturday for her Sunday, my sister is getting married',
      },
    ],
    [
      {
        ...formal,
        topic: 'Canceling my gym membership',
        strong_points: 'moving out of state, was charged twice in October',
      },
    ],
    [
      {
        ...formal,
        topic: 'Asking the insurance to look at my claim again',
        strong_points: 'denied on November 9, water damage from a burst pipe, plumber’s report attached',
        sender: 'Derek Osei',
        instructions: 'Firm but polite, under 150 words.',
        length: 135,
      },
      { includes: ['November 9', 'Derek Osei'] },
    ],
    [
      {
        ...friendly,
        topic: 'Inviting the neighbors to our block party',
        strong_points: 'Saturday June 12 at 4, potluck, street is closed to cars',
        receiver: 'everyone on Alder Street',
        instructions: 'Ask them to write back with what they’re bringing.',
      },
      { includes: ['June 12', 'Alder Street'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'Stretches you can do on a plane', slide_count: 5 }],
    [{ ...friendly, topic: 'Guacamole that doesn’t turn brown', slide_count: 6 }],
    [{ ...formal, topic: 'What to have at home before a power outage', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Used book sale at our school',
        information:
          'Friday March 5, 9 am to 3 pm, in the gym, paperbacks $1, hardcovers $3, money goes to the band',
        slide_count: 4,
      },
      { includes: ['March 5', '$1', '$3'] },
    ],
    [
      {
        ...friendly,
        topic: 'Red flags in job postings',
        target: 'new grads',
        slide_count: 6,
        instructions: 'One red flag per slide, and skip the emoji.',
      },
    ],
  ]),
]
